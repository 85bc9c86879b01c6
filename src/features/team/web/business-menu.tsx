import type { ReactNode } from 'react'
import { roleLabels } from '../../../shared/roles.ts'
import { Menu, MenuRadioGroup, MenuRadioItem } from '../../../web/ui/menu.tsx'
import type { Session } from '../../auth/contract.ts'

interface BusinessMenuProps {
  session: Session
  onChoose: (businessId: string) => void
  trigger: ReactNode
}

export function BusinessMenu({ session, onChoose, trigger }: BusinessMenuProps) {
  return (
    <Menu defaultOpen align="start" trigger={trigger}>
      <MenuRadioGroup
        value={session.business.id}
        onValueChange={(id) => {
          if (id !== session.business.id) onChoose(id)
        }}
      >
        {session.businesses.map(({ id, name, role }) => (
          <MenuRadioItem key={id} value={id}>
            <span className="block max-w-60 truncate">{name}</span>
            <span className="block text-xs text-muted">{roleLabels[role]}</span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  )
}
