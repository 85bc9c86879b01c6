import { useState } from 'react'
import type { FigureRef } from './figure-api.ts'
import { FigureDialog } from './figure-dialog.tsx'
import { WhyButton } from './why-button.tsx'

interface FigureButtonProps extends FigureRef {
  label: string
  className?: string | undefined
  /** The figure as it is shown. */
  children: string
}

/** A figure that opens the list of what it is made of. */
export function FigureButton({ label, className, children, ...figureRef }: FigureButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <WhyButton label={label} className={className} onClick={() => setIsOpen(true)}>
        {children}
      </WhyButton>
      <FigureDialog {...figureRef} label={label} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
