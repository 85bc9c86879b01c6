import { Check } from 'lucide-react'
import { roleLabels } from '../../../shared/roles.ts'
import type { Session } from '../../auth/contract.ts'
import { useSwitchBusiness } from './use-switch-business.ts'

interface BusinessListProps {
  session: Session
  onChoose: (() => void) | undefined
}

/** The businesses of the user, in the menu of small screens. */
export function BusinessList({ session, onChoose }: BusinessListProps) {
  const { switchTo } = useSwitchBusiness()
  return (
    <div className="mb-2 border-b border-border pb-2">
      <p id="your-businesses-menu" className="px-3 pb-1 text-xs font-medium text-muted">
        Business
      </p>
      <ul aria-labelledby="your-businesses-menu">
        {session.businesses.map(({ id, name, role }) => {
          const isCurrent = id === session.business.id
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={isCurrent}
                className="flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-1.5 text-left hover:bg-surface-sunken"
                onClick={() => {
                  onChoose?.()
                  if (!isCurrent) void switchTo(id)
                }}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-foreground">{name}</span>
                  <span className="block text-xs text-muted">{roleLabels[role]}</span>
                </span>
                {isCurrent && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
