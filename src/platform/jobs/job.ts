import type { z } from 'zod'

/** A kind of background work: the name of its queue, its data, and how it is retried. */
export interface Job<Data extends object = object> {
  name: string
  data: z.ZodType<Data>
  /** Tries after the first, with backoff. */
  retryLimit: number
  /** Seconds before the first retry. Doubles each time, up to retryDelayMax. */
  retryDelay: number
  retryDelayMax: number
  /** A run that takes longer counts as dead and is retried. */
  expireInSeconds: number
  /** Left out if jobs do not make each other wait. */
  groups?: JobGroups<Data> | undefined
}

/** Limits by group, so that slow jobs of one group leave room for those of other groups. */
export interface JobGroups<Data extends object> {
  /** Returns the group of a job. A job without a group has no limit. */
  of(data: Data): string | undefined
  /** How many jobs run at once in a process, and how many of them may be of one group. */
  atOnce: number
  perGroup: number
  /** How many of them may be retries. The rest is reserved for first tries, of which few will stall. */
  retriesAtOnce: number
}

export interface JobRun {
  /** How often the job was tried before; 0 on the first try. */
  retryCount: number
  isLastTry: boolean
}

export type JobHandler<Data extends object> = (data: Data, run: JobRun) => Promise<void>

const defaults = { retryLimit: 8, retryDelay: 10, retryDelayMax: 3600, expireInSeconds: 120 }

export function defineJob<Data extends object>(
  name: string,
  data: z.ZodType<Data>,
  options: Partial<typeof defaults> & Pick<Job<Data>, 'groups'> = {},
): Job<Data> {
  return { name, data, ...defaults, ...options }
}
