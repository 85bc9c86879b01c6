import { useLayoutEffect } from 'react'

/** Names the tab after what the page turned out to show; the page's own title comes back when it leaves. */
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
