/**
 * Puts the focus into a field of the form at once. (The form's own setFocus waits a moment, and whoever types on gets
 * the first letters into the field before.)
 */
export function focusField(name: string): void {
  const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  field?.focus()
  field?.select()
}
