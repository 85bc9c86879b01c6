import { useEffect } from 'react'

/** Marks a field in which typing begins if it is empty. */
export const firstField = { 'data-first-field': '' }

/** For a pre-rendered page: the browser focuses the field before the app is loaded. */
export const firstFieldOfPage = { ...firstField, autoFocus: true }

/** Returns the first marked field that is empty. */
export function findFirstField(): HTMLElement | undefined {
  const marked = document.querySelectorAll<HTMLInputElement>('main [data-first-field]')
  return [...marked].find(({ value }) => value === '')
}

/** Focuses the first empty field once the form is shown, unless the user is already at something else. */
export function useFirstField({ isWanted = true } = {}): void {
  useEffect(() => {
    const isFree = document.activeElement?.matches('body, main, h1') ?? true
    if (isWanted && isFree) findFirstField()?.focus({ preventScroll: true })
  }, [isWanted])
}
