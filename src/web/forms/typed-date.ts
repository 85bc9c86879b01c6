/** Text that is not a date is kept as typed, to distinguish it from an empty field. */
export function typedDate(iso: string | null, text: string): string | null {
  return iso ?? (text.trim() === '' ? null : text)
}
