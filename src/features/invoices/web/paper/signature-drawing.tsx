import { classNames } from '../../../../web/ui/class-names.ts'
import { type Signature, signatureRatio } from '../../document/signature-rules.ts'

type Strokes = Extract<Signature, { kind: 'drawn' }>['strokes']

const height = 200
const width = height * signatureRatio

/** Follows the points of a stroke without corners. A single point is a dot. */
function strokePath(stroke: Strokes[number]): string {
  const points = stroke.map(([x, y]) => [Math.round(x * width), Math.round(y * height)] as const)
  const [first = [0, 0], ...others] = points
  const curves = others.map(([x, y], index) => {
    const next = others[index + 1]
    return next ? `Q${x} ${y} ${(x + next[0]) / 2} ${(y + next[1]) / 2}` : `L${x} ${y}`
  })
  return [`M${first[0]} ${first[1]}`, ...(curves.length > 0 ? curves : [`l0.1 0`])].join('')
}

export const signatureViewBox = `0 0 ${width} ${height}`

export function SignatureLines({ strokes }: { strokes: Strokes }) {
  return (
    <g fill="none" stroke="currentColor" strokeWidth={4} strokeLinecap="round" strokeLinejoin="round">
      {strokes.map((stroke, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- strokes are only added at the end
        <path key={index} d={strokePath(stroke)} />
      ))}
    </g>
  )
}

/** A signature as the client gave it: what was drawn, or the typed name in italics. */
export function SignatureDrawing({ signature, className }: { signature: Signature; className?: string }) {
  if (signature.kind === 'typed') {
    return (
      <p className={classNames('own-words font-serif text-2xl wrap-anywhere text-foreground italic', className)}>
        {signature.text}
      </p>
    )
  }
  return (
    <svg
      role="img"
      aria-label="Drawn signature"
      viewBox={signatureViewBox}
      className={classNames('h-auto w-full max-w-60 text-foreground', className)}
    >
      <SignatureLines strokes={signature.strokes} />
    </svg>
  )
}
