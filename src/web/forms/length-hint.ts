/** Returns how long a text is once it has reached 90% of the limit, and null before that. */
export function lengthHint(length: number, max: number): string | null {
  if (length < max * 0.9) return null
  const count = `${length} of ${max} characters`
  return length > max ? `${count}: ${length - max} too many.` : `${count}.`
}
