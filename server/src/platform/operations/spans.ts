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

/**
 * Spans of OpenTelemetry, created through its API package, which does nothing alone. If OTEL_EXPORTER_OTLP_ENDPOINT is set, `tracing.ts`
 * loads the code that records and sends them. Names and attributes come from the shop (routes, names of statements and services, statuses),
 * never from user input.
 */

const tracer = trace.getTracer('ceiba');

let isOn = false;

/** Switches the creation of spans on or off. */
export const switchSpans = (on: boolean): void => {
  isOn = on;
};

const endWith = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    // The status leaves out the error's message, which may quote user input.
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
};

const inside = (): boolean => trace.getSpan(context.active()) !== undefined;

/** Wraps a database statement in a span with its name. Outside a trace, a statement does not start a trace. */
export const inStatementSpan = <T>(name: string | undefined, work: () => Promise<T>): Promise<T> => {
  if (!isOn || !inside()) return work();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name ?? 'unnamed' };
  const span = tracer.startSpan(name ?? 'statement', { kind: SpanKind.CLIENT, attributes });
  return endWith(span, work);
};

/**
 * Wraps an outgoing call in a span. The call may send `traceparent` (W3C Trace Context), so that the shop's own bank reports to
 * the same trace. Undefined if the call is not traced.
 */
export const inCallSpan = <T>(
  { service, method }: { service: string; method: string },
  work: (traceparent: string | undefined, record: (attributes: Attributes) => void) => Promise<T>,
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

/** Wraps one attempt of a job in a new trace. */
export const inJobSpan = <T>(task: string, work: () => Promise<T>): Promise<T> => {
  if (!isOn) return work();
  const span = tracer.startSpan(`job ${task}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT);
  return context.with(trace.setSpan(ROOT_CONTEXT, span), () => endWith(span, work));
};

const parentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the trace that the request names (W3C Trace Context), otherwise starts a new trace. */
const parentOf = ({ headers: { traceparent } }: FastifyRequest): Context => {
  const [, traceId = '', spanId = '', flags = '00'] = parentForm.exec(String(traceparent)) ?? [];
  if (!isValidTraceId(traceId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
};

/** Creates a span for each request. The span has the name of the route, because the address may contain personal data. */
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
  // Socket events read the body, outside the request's context.
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
