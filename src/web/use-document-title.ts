import { useLayoutEffect } from 'react'

/** Sets the title of the tab, and restores the previous one on unmount. */
export function useDocumentTitle(title: string | undefined): void {
  useLayoutEffect(() => {
    if (title === undefined) return undefined
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
