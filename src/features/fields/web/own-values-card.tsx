import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import type { OwnValues } from '../contract.ts'
import type { FieldTarget } from '../rules.ts'
import { useOwnValues } from './use-own-values.ts'

/** What own fields hold. Not there where none holds anything. */
export function OwnValuesCard({ target, values }: { target: FieldTarget; values: OwnValues }) {
  const own = useOwnValues(target, values)
  if (own.length === 0) return null
  return (
    <Card aria-label="Own fields">
      <CardHeader>
        <CardTitle>Own fields</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="flex flex-col gap-3 text-sm">
          {own.map(({ id, label, text }) => (
            <div key={id} className="min-w-0">
              <dt className="own-words wrap-anywhere text-muted">{label}</dt>
              <dd className="own-words wrap-anywhere text-foreground">{text}</dd>
            </div>
          ))}
        </dl>
      </CardContent>
    </Card>
  )
}
