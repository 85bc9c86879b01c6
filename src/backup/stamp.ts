/** A moment as a part of a file's name, to the millisecond: 20260131T235959123Z. */
export function stampOf(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:.]/g, '')
}
