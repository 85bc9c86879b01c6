import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutTemplate } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem } from '../../../web/ui/menu.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { templateListQuery } from './template-api.ts'

/** A menu of the templates. Hidden without templates, and on a plan that does not include them. */
export function StartFromTemplate() {
  const { data } = useQuery(templateListQuery)
  const isLocked = useIsLocked('invoiceTemplates')
  if (isLocked || !data || data.templates.length === 0) return null
  return (
    <Menu
      trigger={
        <Button variant="ghost" className="max-sm:-ml-4">
          <LayoutTemplate aria-hidden />
          Start from a template
        </Button>
      }
    >
      {data.templates.map(({ id, name }) => (
        <MenuItem key={id} asChild>
          <Link to="/invoices/new" search={{ template: id }}>
            <span className="own-words max-w-72 truncate">{name}</span>
          </Link>
        </MenuItem>
      ))}
    </Menu>
  )
}
