import { Moon, Sun } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { Button } from '../../web/ui/button.tsx'

function loadThemeToggle() {
  return import('../../web/ui/theme-toggle.tsx').then((module) => ({ default: module.ThemeToggle }))
}

const ThemeToggle = lazy(loadThemeToggle)

/** The theme's button. Its menu is larger than the rest of the header, so it is loaded on demand. */
export function ThemeControl() {
  const [wanted, setWanted] = useState(false)
  const button = (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Theme"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadThemeToggle()}
      onFocus={() => void loadThemeToggle()}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setWanted(true)
      }}
    >
      <Sun aria-hidden className="dark:hidden" />
      <Moon aria-hidden className="hidden dark:block" />
    </Button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <ThemeToggle defaultOpen />
    </Suspense>
  )
}
