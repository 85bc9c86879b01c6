import { Check } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { inkOn } from '../../invoices/document/style-rules.ts'
import { RadioTiles } from './radio-tiles.tsx'

/** Each has enough contrast, both as text on white and behind white text. */
const presets = [
  { value: '#0d5f5a', label: 'Teal' },
  { value: '#1d4ed8', label: 'Blue' },
  { value: '#6d28d9', label: 'Violet' },
  { value: '#be123c', label: 'Red' },
  { value: '#b4430b', label: 'Orange' },
  { value: '#15703f', label: 'Green' },
  { value: '#334155', label: 'Slate' },
  { value: '#111827', label: 'Black' },
] as const

interface LookAccentProps {
  value: string
  onChange: (colour: string) => void
}

export function LookAccent({ value, onChange }: LookAccentProps) {
  return (
    <div className="flex flex-col gap-3">
      <Field group label="Accent color">
        <RadioTiles
          value={presets.some((preset) => preset.value === value) ? value : null}
          onChange={onChange}
          className="grid grid-cols-8 gap-1.5 touch:grid-cols-4 touch:gap-2"
          tileClassName="p-1"
          options={presets.map((preset) => ({
            ...preset,
            content: (
              <span
                aria-hidden
                title={preset.label}
                style={{ backgroundColor: preset.value, color: inkOn(preset.value) }}
                className="flex h-7 w-full items-center justify-center rounded-md ring-1 ring-foreground/45 ring-inset touch:h-9"
              >
                {preset.value === value && <Check className="size-4" />}
              </span>
            ),
          }))}
        />
      </Field>
      <OwnColour value={value} onChange={onChange} />
    </div>
  )
}

function OwnColour({ value, onChange }: LookAccentProps) {
  // A colour chosen elsewhere replaces the typed text.
  const [typed, setTyped] = useState({ text: value, for: value })
  const text = typed.for === value ? typed.text : value
  return (
    <Field
      label="Own color"
      hint="Light colors are deepened where they are text, so that they can be read; on dark screens, dark ones are lightened."
      error={readColour(text) === null ? 'Please write # and six characters from 0 to 9 and a to f.' : null}
    >
      <div className="flex gap-2">
        <input
          type="color"
          aria-label="Pick a color"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="control w-14 shrink-0 p-1!"
        />
        <Input
          value={text}
          maxLength={7}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            const colour = readColour(event.target.value)
            setTyped({ text: event.target.value, for: colour ?? value })
            if (colour !== null) onChange(colour)
          }}
        />
      </div>
    </Field>
  )
}

/** Reads a hex colour, with or without #, in upper or lower case; null if it is not valid. */
function readColour(text: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.trim()) ?? []
  return digits === undefined ? null : `#${digits.toLowerCase()}`
}
