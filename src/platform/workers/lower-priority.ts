import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Gives the calling thread the lowest priority, so that pages get the processor first. Only Linux has priorities for threads;
 * elsewhere this does nothing.
 */
export function lowerPriority(): void {
  const thread = threadId()
  if (thread !== undefined) setPriority(thread, constants.priority.PRIORITY_LOW)
}

/** The number of the calling thread, under which the kernel knows it. */
export function threadId(): number | undefined {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0])
  } catch {
    return undefined
  }
}
