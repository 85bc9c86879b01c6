import { Link } from '@tanstack/react-router'
import { Button } from '../../../web/ui/button.tsx'
import { useMay } from '../../auth/web/session.ts'
import { useHasOwnFields } from './own-fields-api.ts'

/** To where own fields are defined, for who may. */
export function OwnFieldsLink() {
  const hasFields = useHasOwnFields()
  const mayDefine = useMay('settings.write')
  if (!hasFields || !mayDefine) return null
  return (
    <Button asChild variant="ghost" size="sm">
      <Link to="/invoices/fields">Own fields</Link>
    </Button>
  )
}
