/** Whether a failed system call failed for one of these reasons. */
export function failedWith(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
