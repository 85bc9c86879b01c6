import { Archive, ArrowDown, ArrowUp, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import type { OwnField } from '../contract.ts'
import { kindLabels } from '../rules.ts'

interface FieldRowProps {
  field: OwnField
  isLocked: boolean
  isBusy: boolean
  onEdit: () => void
  onArchive: () => void
  /** Null for the first. */
  onUp: (() => void) | null
  /** Null for the last. */
  onDown: (() => void) | null
}

export function FieldRow({ field, isLocked, isBusy, onEdit, onArchive, onUp, onDown }: FieldRowProps) {
  const { label, kind, choices, onDocuments } = field
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-2">
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium text-foreground">
          <span className="own-words min-w-0 wrap-anywhere">{label}</span>
          {onDocuments && <Badge>Shown on documents</Badge>}
        </p>
        <p className="own-words text-sm wrap-anywhere text-muted">
          {[kindLabels[kind], choices.join(', ')].filter(Boolean).join(': ')}
        </p>
      </div>
      {!isLocked && (
        <div className="ml-auto flex items-center">
          <Action label={`Move ${label} up`} isOff={isBusy || !onUp} onPress={onUp}>
            <ArrowUp aria-hidden />
          </Action>
          <Action label={`Move ${label} down`} isOff={isBusy || !onDown} onPress={onDown}>
            <ArrowDown aria-hidden />
          </Action>
          <Action label={`Edit ${label}`} onPress={onEdit}>
            <Pencil aria-hidden />
          </Action>
          <Action label={`Archive ${label}`} isOff={isBusy} onPress={onArchive}>
            <Archive aria-hidden />
          </Action>
        </div>
      )}
    </li>
  )
}

interface ActionProps {
  label: string
  isOff?: boolean
  onPress: (() => void) | null
  children: ReactNode
}

/** Stays in the tab order while it is off, so that the focus is not lost where a field becomes the first or the last. */
function Action({ label, isOff = false, onPress, children }: ActionProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={isOff}
      className="aria-disabled:opacity-50"
      onClick={() => {
        if (!isOff) onPress?.()
      }}
    >
      {children}
    </Button>
  )
}
