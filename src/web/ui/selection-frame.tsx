import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface SelectionFrameProps {
  label: string
  /** How many are selected, or what to do if none is. */
  text: string
  isAll: boolean
  /** Selects everything on this page, or nothing if all of it is selected. */
  onToggleAll: () => void
  onCancel: () => void
  /** The actions, before Cancel. */
  children: ReactNode
}

/** The bar above a list while several of its rows can be selected. */
export function SelectionFrame(props: SelectionFrameProps) {
  const { label, text, isAll, onToggleAll, onCancel, children } = props
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-3 rounded-lg border border-border bg-surface p-3 shadow-card"
    >
      <p aria-live="polite" className="min-w-32 text-sm font-medium">
        {text}
      </p>
      <Button variant="ghost" size="sm" className="max-sm:-mx-3" onClick={onToggleAll}>
        {isAll ? 'Select none' : 'Select all on this page'}
      </Button>
      <div className="flex flex-1 flex-wrap items-center justify-end gap-2 max-sm:basis-full max-sm:*:flex-1">
        {children}
        <Button variant="secondary" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
