import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import type { FigureRef } from './figure-api.ts'
import { FigureDialog } from './figure-dialog.tsx'

export function WhyButton({ label, ...figureRef }: FigureRef & { label: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="link"
        aria-label={`Why this number? ${label}`}
        aria-haspopup="dialog"
        className="text-xs! font-normal! text-muted! decoration-border-strong! hover:text-accent! touch:relative touch:min-h-0! touch:after:absolute touch:after:-inset-x-2 touch:after:-inset-y-3"
        onClick={() => setIsOpen(true)}
      >
        Why this number?
      </Button>
      <FigureDialog {...figureRef} label={label} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
