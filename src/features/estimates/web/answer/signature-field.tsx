import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { Segmented } from '../../../../web/ui/fields/segmented.tsx'
import type { Signature } from '../../../invoices/document/signature-rules.ts'
import { SignatureDrawing } from '../../../invoices/web/paper/signature-drawing.tsx'
import { type Strokes, isDrawn } from './pen.ts'
import { SignaturePad } from './signature-pad.tsx'

export interface SignatureValues {
  how: 'none' | 'typed' | 'drawn'
  text: string
  strokes: Strokes
}

export const noSignature: SignatureValues = { how: 'none', text: '', strokes: [] }

/** Converts the field to the request; null if the client did not sign, because signing is optional. */
export function readSignature({ how, text, strokes }: SignatureValues): Signature | null {
  if (how === 'typed') return text.trim() === '' ? null : { kind: 'typed', text: text.trim() }
  return how === 'drawn' && isDrawn(strokes) ? { kind: 'drawn', strokes } : null
}

/** What is missing of the way to sign that the client chose; null if nothing is. */
export function signatureObjection(values: SignatureValues): string | null {
  if (values.how === 'none' || readSignature(values)) return null
  return values.how === 'typed'
    ? 'Please type your signature, or choose None.'
    : 'Please draw your signature, or choose None.'
}

const ways = [
  { value: 'none', label: 'None' },
  { value: 'typed', label: 'Type it' },
  { value: 'drawn', label: 'Draw it' },
] as const

const maxText = 120

interface SignatureFieldProps {
  values: SignatureValues
  /** Typing starts with it. */
  name: string
  error: string | null
  onChange: (change: (before: SignatureValues) => SignatureValues) => void
}

export function SignatureField({ values, name, error, onChange }: SignatureFieldProps) {
  const { how, text, strokes } = values
  return (
    <div className="flex flex-col gap-3">
      <Field group label="Signature" optional error={how === 'drawn' ? error : null}>
        <Segmented
          legend="Signature"
          value={how}
          options={ways}
          className="sm:w-fit"
          onValueChange={(chosen) =>
            onChange((before) => ({
              ...before,
              how: chosen,
              text: chosen === 'typed' && before.text === '' ? name.trim() : before.text,
            }))
          }
        />
        {how === 'drawn' && (
          <SignaturePad
            strokes={strokes}
            onChange={(change) => onChange((before) => ({ ...before, strokes: change(before.strokes) }))}
          />
        )}
      </Field>
      {how === 'typed' && (
        <>
          <Field label="Typed signature" error={error}>
            <Input
              value={text}
              maxLength={maxText}
              autoComplete="off"
              onChange={({ target }) => onChange((before) => ({ ...before, text: target.value }))}
            />
          </Field>
          {text.trim() !== '' && (
            <div aria-hidden className="rounded-md border border-border bg-surface px-4 py-3">
              <SignatureDrawing signature={{ kind: 'typed', text }} />
            </div>
          )}
        </>
      )}
    </div>
  )
}
