import { Check } from 'lucide-react'
import { planNames, plans } from '../rules.ts'
import { comparePlans } from './plan-text.ts'

const cell = 'px-0.5 py-3 text-center align-top text-xs leading-5 text-foreground sm:px-4 sm:text-sm'

export function PlanComparison() {
  return (
    // Collapsed borders would not move with the sticky header.
    <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <caption className="sr-only">What each plan includes</caption>
      <thead>
        <tr>
          <th scope="col" className="sticky top-16 w-2/5 border-b border-border-strong bg-background">
            <span className="sr-only">Feature</span>
          </th>
          {planNames.map((plan) => (
            <th
              key={plan}
              scope="col"
              className={`${cell} sticky top-16 border-b border-border-strong bg-background font-semibold`}
            >
              {plans[plan].label}
            </th>
          ))}
        </tr>
      </thead>
      {comparePlans().map(({ label, rows }) => (
        <tbody key={label}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={planNames.length + 1}
              className="pt-8 pb-2 text-left font-semibold text-foreground"
            >
              {label}
            </th>
          </tr>
          {rows.map((row) => (
            <tr key={row.label} className="[&>*]:border-t [&>*]:border-border">
              <th scope="row" className="py-3 pr-2 text-left align-top font-normal text-muted">
                {row.label}
              </th>
              {planNames.map((plan, index) => (
                <td key={plan} className={cell}>
                  <Cell value={row.cells[index] ?? false} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Cell({ value }: { value: string | boolean }) {
  if (typeof value === 'string') return value
  return (
    <>
      {value ? (
        <Check aria-hidden className="mx-auto my-0.5 size-4 text-positive" />
      ) : (
        <span aria-hidden className="text-muted">
          –
        </span>
      )}
      <span className="sr-only">{value ? 'Yes' : 'No'}</span>
    </>
  )
}
