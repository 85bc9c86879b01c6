import { type PointerEvent, useRef } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { SignatureLines, signatureViewBox } from '../../../invoices/web/paper/signature-drawing.tsx'
import { type Strokes, continueStroke, pointOn, startStroke } from './pen.ts'

interface SignaturePadProps {
  strokes: Strokes
  onChange: (change: (before: Strokes) => Strokes) => void
}

/** Drawn with a finger, a pen or the mouse. Those who use a keyboard type their signature instead. */
export function SignaturePad({ strokes, onChange }: SignaturePadProps) {
  const pointer = useRef<number>(undefined)

  function draw(event: PointerEvent<SVGSVGElement>) {
    const pad = event.currentTarget.getBoundingClientRect()
    const { nativeEvent } = event
    // A fast pen moves several times between two frames.
    const moves = nativeEvent.type === 'pointermove' ? nativeEvent.getCoalescedEvents() : []
    const points = (moves.length > 0 ? moves : [nativeEvent]).map((move) => pointOn(pad, move))
    onChange((before) => points.reduce((drawn, point) => continueStroke(drawn, point), before))
  }

  function lift(event: PointerEvent<SVGSVGElement>) {
    if (pointer.current === event.pointerId) pointer.current = undefined
  }

  return (
    <figure
      aria-label={strokes.length > 0 ? 'Your drawn signature' : 'Draw your signature here'}
      className="mt-1.5 flex flex-col items-start gap-2"
    >
      <svg
        aria-hidden
        viewBox={signatureViewBox}
        // Without `touch-none`, a finger would scroll the sheet instead of drawing.
        className="aspect-3/1 w-full cursor-crosshair touch-none rounded-md border border-border-strong bg-surface text-foreground select-none"
        onPointerDown={(event) => {
          if (pointer.current !== undefined || event.button !== 0) return
          event.preventDefault()
          pointer.current = event.pointerId
          event.currentTarget.setPointerCapture(event.pointerId)
          const point = pointOn(event.currentTarget.getBoundingClientRect(), event)
          onChange((before) => startStroke(before, point))
        }}
        onPointerMove={(event) => {
          if (pointer.current === event.pointerId) draw(event)
        }}
        onPointerUp={lift}
        onPointerCancel={lift}
      >
        <line
          x1="30"
          x2="570"
          y1="160"
          y2="160"
          stroke="var(--border-strong)"
          strokeWidth="1.5"
          strokeDasharray="6 6"
        />
        <SignatureLines strokes={strokes} />
      </svg>
      <div className="flex w-full items-center justify-between gap-4">
        <p className="text-xs text-muted">Draw with your finger, a pen or the mouse.</p>
        <Button
          variant="secondary"
          size="sm"
          disabled={strokes.length === 0}
          onClick={() => onChange(() => [])}
        >
          Clear
        </Button>
      </div>
    </figure>
  )
}
