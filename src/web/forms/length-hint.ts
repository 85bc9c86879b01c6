/** How long a text is, once it is close to the most that it can be; null before that. */
export function lengthHint(length: number, most: number): string | null {
  if (length < most * 0.9) return null
  const count = `${length} of ${most} characters`
  return length > most ? `${count}: ${length - most} too many.` : `${count}.`
}
