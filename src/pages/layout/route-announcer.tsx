import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { pageTitle } from '../../web/page-title.ts'
import { useCurrentPage } from './use-current-page.ts'

/** Does what a page load does by itself: names the page, says so, and starts reading at its heading. */
export function RouteAnnouncer() {
  const router = useRouter()
  const title = pageTitle(useCurrentPage().title)
  const [announced, setAnnounced] = useState('')

  // In the layout phase, so that it stands when the router says that the page is there.
  useLayoutEffect(() => {
    document.title = title
  }, [title])

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // That of the page that was sent. Phones share it in place of what the address bar says.
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
  const main = document.querySelector<HTMLElement>('main')
  const target = main?.querySelector<HTMLElement>('h1') ?? main
  // An open dialog keeps the focus.
  if (!target || document.activeElement?.closest('[role=dialog], [role=alertdialog]')) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
