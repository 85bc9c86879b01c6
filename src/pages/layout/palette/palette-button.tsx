import { Search } from 'lucide-react'
import { Suspense, lazy, useEffect, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'

function loadPalette() {
  return import('./palette.tsx').then((module) => ({ default: module.Palette }))
}

const Palette = lazy(loadPalette)

/** Opens the search, as Ctrl+K and ⌘K do. The search itself is loaded on demand. */
export function PaletteButton() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)

  useEffect(() => {
    function openByKeys(event: globalThis.KeyboardEvent) {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isShortcut || event.key.toLowerCase() !== 'k') return
      // The browser would move the focus to its address bar.
      event.preventDefault()
      // A dialog that is open has to be answered first.
      if (document.querySelector('[role$="dialog"][data-state="open"]')) return
      setWanted(true)
      setOpen(true)
    }
    document.addEventListener('keydown', openByKeys)
    return () => document.removeEventListener('keydown', openByKeys)
  }, [])

  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search (Ctrl K)"
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Search aria-hidden />
      </Button>
      {wanted && (
        <Suspense>
          <Palette open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
