/**
 * Focuses a field of the form immediately. React Hook Form's own setFocus waits a moment, so the first
 * letters typed would go into the previous field.
 */
export function focusField(name: string): void {
  const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  field?.focus()
  field?.select()
}
