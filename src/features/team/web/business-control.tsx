import { Building2, ChevronsUpDown } from 'lucide-react'
import { type ComponentProps, Suspense, lazy, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import type { Session } from '../../auth/contract.ts'
import { useSwitchBusiness } from './use-switch-business.ts'

function loadMenu() {
  return import('./business-menu.tsx').then((module) => ({ default: module.BusinessMenu }))
}

const BusinessMenu = lazy(loadMenu)

/** The business that this tab works in. Its menu is loaded on demand, as that of the theme. */
export function BusinessControl({ session }: { session: Session }) {
  const [wanted, setWanted] = useState(false)
  const { target, switchTo } = useSwitchBusiness()
  const { name } = session.business
  const button = (
    <BusinessButton
      name={name}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setWanted(true)
      }}
    />
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <BusinessMenu
        session={session}
        onChoose={(id) => void switchTo(id)}
        trigger={<BusinessButton name={name} aria-busy={target !== undefined} />}
      />
    </Suspense>
  )
}

/** Below 1280 pixels, beside the navigation, there is room for the icon only. */
function BusinessButton({ name, ...props }: { name: string } & ComponentProps<'button'>) {
  return (
    <Button {...props} variant="ghost" className="px-2.5!" aria-label={`Business: ${name}`} title={name}>
      <Building2 aria-hidden />
      <span className="max-w-32 truncate max-xl:hidden">{name}</span>
      <ChevronsUpDown aria-hidden className="text-muted" />
    </Button>
  )
}
