/** What a form keeps of a date field. What is no date stays as it was typed, to tell it from nothing. */
export function typedDate(iso: string | null, text: string): string | null {
  return iso ?? (text.trim() === '' ? null : text)
}
