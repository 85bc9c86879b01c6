// Gets the focus back when a dialog closes. For a menu item, which is gone then, its menu's button.
export function focusOrigin(): HTMLElement | null {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return null
  const trigger = active.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (trigger ? document.getElementById(trigger) : null) ?? active
}

export function returnFocus(origin: HTMLElement | null, fallback?: HTMLElement | null): void {
  // The row that opened the dialog may have been deleted in it.
  const target = origin?.isConnected ? origin : (fallback ?? document.querySelector<HTMLElement>('main'))
  target?.focus()
}
