import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { findFirstField } from '../../web/forms/use-first-field.ts'
import { pageTitle } from '../../web/page-title.ts'
import { useCurrentPage } from './use-current-page.ts'

/** What a browser does on a page load: sets the title, announces it and focuses the first field or the heading. */
export function RouteAnnouncer() {
  const router = useRouter()
  const title = pageTitle(useCurrentPage().title)
  const [announced, setAnnounced] = useState('')

  // A layout effect, so that the title is set before the router reports the page as rendered.
  useLayoutEffect(() => {
    document.title = title
  }, [title])

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // The canonical link is that of the first page. Phones share it instead of the URL.
        document.querySelector('link[rel=canonical]')?.remove()
        setAnnounced(document.title)
        focusPage()
      }),
    [router],
  )

  return (
    <div aria-live="polite" aria-atomic className="sr-only">
      {announced}
    </div>
  )
}

function focusPage() {
  // An open dialog keeps the focus.
  if (document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return
  const field = findFirstField()
  if (field) {
    field.focus({ preventScroll: true })
    return
  }
  const main = document.querySelector<HTMLElement>('main')
  const target = main?.querySelector<HTMLElement>('h1') ?? main
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
