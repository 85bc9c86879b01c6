import { Check } from 'lucide-react'
import { useState } from 'react'

import { Field } from '../../../web/ui/field.tsx'
import { Input } from '../../../web/ui/input.tsx'
import { inkOn, inksOf } from '../../invoices/style-rules.ts'
import { RadioTiles } from './radio-tiles.tsx'

/** All are readable as they are, as text on white and under white text. */
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
  const isAdjusted = inksOf({ accentColour: value }).text !== value
  return (
    <div className="flex flex-col gap-3">
      <Field group label="Accent colour">
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
                className="flex h-7 w-full items-center justify-center rounded-md touch:h-9"
              >
                {preset.value === value && <Check className="size-4" />}
              </span>
            ),
          }))}
        />
      </Field>
      <OwnColour
        value={value}
        onChange={onChange}
        hint={isAdjusted ? 'Where it is text, a darker shade of it is used, so that it can be read.' : null}
      />
    </div>
  )
}

function OwnColour({ value, onChange, hint }: LookAccentProps & { hint: string | null }) {
  // What is typed gives way to a colour that is chosen elsewhere.
  const [typed, setTyped] = useState({ text: value, for: value })
  const text = typed.for === value ? typed.text : value
  return (
    <Field
      label="Own colour"
      hint={hint}
      error={readColour(text) === null ? 'Please write # and six characters from 0 to 9 and a to f.' : null}
    >
      <div className="flex gap-2">
        <input
          type="color"
          aria-label="Pick a colour"
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

/** With or without its sign, in any case; null when it is no colour. */
function readColour(text: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(text.trim()) ?? []
  return digits === undefined ? null : `#${digits.toLowerCase()}`
}
