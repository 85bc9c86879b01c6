import { type Config, StartError } from './config.ts'
import { allJobs } from './jobs.ts'
import { failedWith } from './platform/files/failed-with.ts'
import { listen } from './platform/http/listen.ts'
import { type MetricsOptions, createMetrics } from './platform/metrics/metrics.ts'
import { type ServedMetrics, buildMetricsApp } from './platform/metrics/serve-metrics.ts'

interface Options extends Pick<MetricsOptions, 'database' | 'live' | 'log' | 'version'> {
  config: Pick<Config, 'metrics' | 'role'>
}

interface RunningMetrics {
  /** For the main server of this process. Undefined if metrics are not configured. */
  served: ServedMetrics | undefined
  close(): Promise<void>
}

export async function startMetrics({ config, ...deps }: Options): Promise<RunningMetrics> {
  if (!config.metrics) return { served: undefined, close: async () => undefined }
  const { port, host, token } = config.metrics
  const jobKinds = allJobs.map(({ name }) => name)
  const served = { ...(await createMetrics({ ...deps, role: config.role, jobKinds })), token }
  if (port === undefined) return { served, close: async () => undefined }
  const server = await listen(buildMetricsApp(served), { host, port }).catch((error: unknown) => {
    if (!failedWith(error, 'EADDRINUSE')) throw error
    throw new StartError(
      `Port ${port} on ${host} is already in use. Stop the program that uses it, or set METRICS_PORT to another port.`,
      { cause: error },
    )
  })
  return { served, close: () => server.close() }
}
