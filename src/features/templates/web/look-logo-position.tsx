import { Link } from '@tanstack/react-router'
import { TextAlignCenter, TextAlignEnd, TextAlignStart } from 'lucide-react'
import { Field } from '../../../web/ui/fields/field.tsx'
import type { DocumentStyle } from '../../business/contract.ts'
import { RadioTiles } from './radio-tiles.tsx'

type Position = DocumentStyle['logoPosition']

const positions = [
  { value: 'left', label: 'Left', icon: TextAlignStart },
  { value: 'center', label: 'Center', icon: TextAlignCenter },
  { value: 'right', label: 'Right', icon: TextAlignEnd },
] as const

interface LookLogoPositionProps {
  value: Position
  hasLogo: boolean
  onChange: (position: Position) => void
}

export function LookLogoPosition({ value, hasLogo, onChange }: LookLogoPositionProps) {
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
        value={value}
        onChange={onChange}
        className="grid grid-cols-3 gap-2"
        tileClassName="min-h-10 items-center justify-center gap-2 px-2 text-sm font-medium text-foreground touch:min-h-11"
        options={positions.map(({ value: position, label, icon: Icon }) => ({
          value: position,
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
