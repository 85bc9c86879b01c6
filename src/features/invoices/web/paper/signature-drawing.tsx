import { classNames } from '../../../../web/ui/class-names.ts'
import { type Signature, signatureHeight, signatureWidth } from '../../document/signature-rules.ts'
import { signaturePath } from './signature-path.ts'

type Strokes = Extract<Signature, { kind: 'drawn' }>['strokes']

export const signatureViewBox = `0 0 ${signatureWidth} ${signatureHeight}`

export function SignatureLines({ strokes }: { strokes: Strokes }) {
  return (
    <path
      d={strokes.map(signaturePath).join('')}
      fill="none"
      stroke="currentColor"
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  )
}

/** A signature as the client gave it: what was drawn, or the typed name in italics. */
export function SignatureDrawing({ signature, className }: { signature: Signature; className?: string }) {
  if (signature.kind === 'typed') {
    return (
      <p
        className={classNames(
          'own-words font-serif text-2xl wrap-anywhere text-foreground italic',
          className,
        )}
      >
        {signature.text}
      </p>
    )
  }
  return (
    <figure aria-label="Drawn signature" className={classNames('w-full max-w-60', className)}>
      <svg aria-hidden viewBox={signatureViewBox} className="h-auto w-full text-foreground">
        <SignatureLines strokes={signature.strokes} />
      </svg>
    </figure>
  )
}
