// One toast at a time. It is stored outside React, so that any code of the page can show one.
export interface Toast {
  id: number
  title: string
  description: string | undefined
  tone: 'default' | 'success' | 'error'
  action: ToastAction | undefined
}

/** A button in the toast, such as Undo. */
export interface ToastAction {
  label: string
  onPress: () => void
}

interface ToastOptions {
  title: string
  description?: string | undefined
  tone?: Toast['tone'] | undefined
  action?: ToastAction | undefined
}

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: Toast | null) {
  current = next
  for (const listener of listeners) listener()
}

export function showToast({ title, description, tone = 'default', action }: ToastOptions): void {
  lastId += 1
  publish({ id: lastId, title, description, tone, action })
}

export function showSuccess(title: string, description?: string): void {
  showToast({ title, description, tone: 'success' })
}

export function showError(title: string, description?: string): void {
  showToast({ title, description, tone: 'error' })
}

export function dismissToast(): void {
  if (current !== null) publish(null)
}

export function getToast(): Toast | null {
  return current
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
