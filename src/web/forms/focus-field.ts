/** Unlike setFocus of React Hook Form, at once: the first letters typed must not go into the previous field. */
export function focusField(name: string): void {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)
  field?.focus()
  if (field && 'select' in field) field.select()
}
