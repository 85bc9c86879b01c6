import { useState } from 'react'
import { useMay } from '../../auth/web/session.ts'
import type { FigureRef } from './figure-api.ts'
import { FigureDialog } from './figure-dialog.tsx'
import { WhyButton } from './why-button.tsx'

interface FigureButtonProps extends FigureRef {
  label: string
  className?: string | undefined
  /** The figure as it is shown. */
  children: string
}

/** A figure that opens the list of what it is made of, for those who may see it. */
export function FigureButton({ label, className, children, ...figureRef }: FigureButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useMay('reports.read')) return <span className={className}>{children}</span>
  return (
    <>
      <WhyButton label={label} className={className} onClick={() => setIsOpen(true)}>
        {children}
      </WhyButton>
      <FigureDialog {...figureRef} label={label} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
