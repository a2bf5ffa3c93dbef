import {
  type Attributes,
  type Context,
  context,
  isValidTraceId,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/*
 * Spans of OpenTelemetry, by its API alone, which does nothing by itself. What records and sends them is loaded by `tracing.ts` where
 * OTEL_EXPORTER_OTLP_ENDPOINT is set. Names and attributes are ours (routes, names of statements and services, statuses), never what
 * somebody typed.
 */

const tracer = trace.getTracer('ceiba');

let isOn = false;

/** From now on spans are made; `false`: no more. */
export const switchSpans = (on: boolean): void => {
  isOn = on;
};

const endWith = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    // Without its words, which may quote what somebody typed.
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
};

const inside = (): boolean => trace.getSpan(context.active()) !== undefined;

/** A statement of the database, by its name; what nobody traced has asked for is no trace of its own. */
export const inStatementSpan = <T>(name: string | undefined, work: () => Promise<T>): Promise<T> => {
  if (!isOn || !inside()) return work();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name ?? 'unnamed' };
  const span = tracer.startSpan(name ?? 'statement', { kind: SpanKind.CLIENT, attributes });
  return endWith(span, work);
};

/**
 * A call to a service outside. `traceparent` is what it may be sent (W3C Trace Context), so that a bank of our own tells its part under the
 * same trace; undefined: nothing is traced.
 */
export const inCallSpan = <T>(
  { service, method }: { service: string; method: string },
  work: (traceparent: string | undefined, tell: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> => {
  if (!isOn) return work(undefined, () => {});
  const attributes = { 'peer.service': service, 'http.request.method': method };
  const span = tracer.startSpan(`${service} ${method}`, { kind: SpanKind.CLIENT, attributes });
  const { traceId, spanId, traceFlags } = span.spanContext();
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  return context.with(trace.setSpan(context.active(), span), () =>
    endWith(span, () => work(traceparent, (more) => void span.setAttributes(more))),
  );
};

/** One try of a job: a trace of its own. */
export const inJobSpan = <T>(task: string, work: () => Promise<T>): Promise<T> => {
  if (!isOn) return work();
  const span = tracer.startSpan(`job ${task}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT);
  return context.with(trace.setSpan(ROOT_CONTEXT, span), () => endWith(span, work));
};

const parentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The trace that a request says it is part of (W3C Trace Context); a new one where it says none. */
const parentOf = ({ headers: { traceparent } }: FastifyRequest): Context => {
  const [, traceId = '', spanId = '', flags = '00'] = parentForm.exec(String(traceparent)) ?? [];
  if (!isValidTraceId(traceId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
};

/** A span for each request, by its route: the address itself may hold somebody's number. */
export const traceRequests = (app: FastifyInstance): void => {
  if (!isOn) return;
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = parentOf(request);
    const attributes = { 'http.request.method': request.method };
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
    const own = trace.setSpan(parent, span);
    contexts.set(request, own);
    context.with(own, done);
  });
  // A body is read by events of its socket, which know of no request.
  app.addHook('preHandler', (request, _reply, done) => {
    context.with(contexts.get(request) ?? ROOT_CONTEXT, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
    const route = request.routeOptions.url ?? 'none';
    span?.updateName(`${request.method} ${route}`);
    span?.setAttributes({ 'http.route': route, 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
};
