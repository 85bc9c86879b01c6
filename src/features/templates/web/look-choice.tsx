import { Field } from '../../../web/ui/fields/field.tsx'
import type { DocumentStyle } from '../../business/contract.ts'
import { LookDrawing } from './look-drawing.tsx'
import { RadioTiles } from './radio-tiles.tsx'

const looks = [
  { value: 'classic', label: 'Classic', hint: 'Clear and quiet' },
  { value: 'modern', label: 'Modern', hint: 'A bold band with the amount' },
  { value: 'compact', label: 'Compact', hint: 'Many lines on a page' },
] as const

interface LookChoiceProps {
  style: DocumentStyle
  onChange: (look: DocumentStyle['look']) => void
}

export function LookChoice({ style, onChange }: LookChoiceProps) {
  const colour: Record<`--${string}`, string> = { '--look-accent': style.accentColour }
  return (
    <Field group label="Look">
      <div style={colour}>
        <RadioTiles
          value={style.look}
          onChange={onChange}
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
