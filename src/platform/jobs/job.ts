import type { z } from 'zod'

/** A kind of background work: the name of its queue, what it is told, and how it is tried again. */
export interface Job<Data extends object = object> {
  name: string
  data: z.ZodType<Data>
  /** Tries after the first, with growing delays. */
  retryLimit: number
  /** Seconds before the first retry; doubled each time up to retryDelayMax. */
  retryDelay: number
  retryDelayMax: number
  /** A run that takes longer is taken for dead and tried again. */
  expireInSeconds: number
  /** Left out where jobs do not keep each other waiting. */
  groups?: JobGroups<Data> | undefined
}

/** So that slow jobs of one group leave room for those of the others. */
interface JobGroups<Data extends object> {
  /** The group of a job; one without is not bounded. */
  of(data: Data): string | undefined
  /** How many run at once in a process, and how many of them may be of one group. */
  atOnce: number
  perGroup: number
  /** How many of them may have been tried before: the rest is kept for first tries, of which few will stall. */
  retriesAtOnce: number
}

export interface JobRun {
  /** How often it was tried before; 0 at first. */
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
