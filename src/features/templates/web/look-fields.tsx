import { Link } from '@tanstack/react-router'
import { Check, TextAlignCenter, TextAlignEnd, TextAlignStart } from 'lucide-react'
import { type ReactNode, use, useId, useState } from 'react'
import { classNames } from '../../../web/ui/class-names.ts'
import { FieldContext } from '../../../web/ui/fields/field-context.ts'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import type { DocumentStyle } from '../../business/contract.ts'
import { inkOn } from '../../invoices/document/style-rules.ts'
import { LookDrawing } from './look-drawing.tsx'

interface LookFieldsProps {
  style: DocumentStyle
  hasLogo: boolean
  onChange: (change: Partial<DocumentStyle>) => void
}

export function LookFields({ style, hasLogo, onChange }: LookFieldsProps) {
  return (
    <>
      <LookChoice style={style} onChange={onChange} />
      <AccentColour value={style.accentColour} onChange={(accentColour) => onChange({ accentColour })} />
      <LogoPosition style={style} hasLogo={hasLogo} onChange={onChange} />
    </>
  )
}

const looks = [
  { value: 'classic', label: 'Classic', hint: 'Clear and quiet' },
  { value: 'modern', label: 'Modern', hint: 'A bold band with the amount' },
  { value: 'compact', label: 'Compact', hint: 'Many lines on a page' },
] as const

function LookChoice({ style, onChange }: Omit<LookFieldsProps, 'hasLogo'>) {
  const colour: Record<`--${string}`, string> = { '--look-accent': style.accentColour }
  return (
    <Field group label="Look">
      <div style={colour}>
        <RadioTiles
          value={style.look}
          onChange={(look) => onChange({ look })}
          className="grid grid-cols-3 gap-2 sm:gap-3"
          tileClassName="flex-col gap-2 p-2 sm:p-3"
          options={looks.map(({ value, label, hint }) => ({
            value,
            label,
            content: (
              <>
                <LookDrawing look={value} />
                <span className="text-sm font-medium text-foreground">{label}</span>
                <span className="-mt-1.5 text-xs text-muted">{hint}</span>
              </>
            ),
          }))}
        />
      </div>
    </Field>
  )
}

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

interface ColourProps {
  value: string
  onChange: (colour: string) => void
}

function AccentColour({ value, onChange }: ColourProps) {
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

function OwnColour({ value, onChange }: ColourProps) {
  // A colour chosen elsewhere replaces the typed text.
  const [typed, setTyped] = useState({ text: value, for: value })
  const text = typed.for === value ? typed.text : value
  return (
    <Field
      label="Custom color"
      hint="Light colors are darkened in text so that it stays readable. On dark screens, dark colors are lightened."
      error={readColour(text) === null ? 'Please enter # and six characters from 0 to 9 and a to f.' : null}
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

const positions = [
  { value: 'left', label: 'Left', icon: TextAlignStart },
  { value: 'center', label: 'Center', icon: TextAlignCenter },
  { value: 'right', label: 'Right', icon: TextAlignEnd },
] as const

function LogoPosition({ style, hasLogo, onChange }: LookFieldsProps) {
  return (
    <Field
      group
      label="Logo position"
      hint={
        hasLogo ? null : (
          <>
            You have no logo yet. Add one in{' '}
            <Link to="/settings" className="font-medium text-accent underline underline-offset-4">
              your settings
            </Link>
            .
          </>
        )
      }
    >
      <RadioTiles
        value={style.logoPosition}
        onChange={(logoPosition) => onChange({ logoPosition })}
        className="grid grid-cols-3 gap-2"
        tileClassName="min-h-10 items-center justify-center gap-2 px-2 text-sm font-medium text-foreground touch:min-h-11"
        options={positions.map(({ value, label, icon: Icon }) => ({
          value,
          label,
          content: (
            <>
              <Icon aria-hidden className="size-4 text-muted" />
              {label}
            </>
          ),
        }))}
      />
    </Field>
  )
}

interface RadioTilesProps<V extends string> {
  value: V | null
  onChange: (value: V) => void
  options: readonly { value: V; label: string; content: ReactNode }[]
  className?: string
  tileClassName?: string
}

/** Radio buttons drawn as tiles. Must be inside a `<Field group>`, which labels them. */
function RadioTiles<V extends string>(props: RadioTilesProps<V>) {
  const { value, onChange, options, className, tileClassName } = props
  const name = useId()
  const field = use(FieldContext)
  return (
    <div
      role="radiogroup"
      aria-labelledby={field?.labelId}
      aria-describedby={field?.describedBy}
      className={className}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            'relative flex min-w-0 rounded-lg border border-border bg-surface transition-colors hover:border-border-strong',
            'has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
            tileClassName,
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.label}
            className="absolute inset-0 size-full opacity-0"
          />
          {option.content}
        </label>
      ))}
    </div>
  )
}
