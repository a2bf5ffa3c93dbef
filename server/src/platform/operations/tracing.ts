import { context, trace } from '@opentelemetry/api';
import type { Config } from './config.ts';
import { switchSpans } from './spans.ts';

/**
 * Sends traces in batches to OTEL_EXPORTER_OTLP_ENDPOINT (OTLP over HTTP, `/v1/traces`). The exporter reads the headers for the
 * collector from OTEL_EXPORTER_OTLP_HEADERS. Only this function loads the exporter's code. Undefined if no address is set, and
 * nothing is loaded.
 */
export const startTracing = async ({
  traceEndpoint,
}: Pick<Config, 'traceEndpoint'>): Promise<{ close(): Promise<void> } | undefined> => {
  if (traceEndpoint === undefined) return undefined;
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${traceEndpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'ceiba' }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  switchSpans(true);
  return {
    close: async () => {
      switchSpans(false);
      await provider.shutdown();
      trace.disable();
      context.disable();
    },
  };
};
