import { Link } from '@tanstack/react-router'
import { Button } from '../../../web/ui/button.tsx'

/** Wide enough for a thumb without pushing what is beside it. */
export const viewLook = 'max-w-none! touch:-my-2 touch:-mr-3 touch:px-3'

interface ViewInvoiceProps {
  id: string
  number: string
  clientName: string
}

export function ViewInvoice({ id, number, clientName }: ViewInvoiceProps) {
  return (
    <Button asChild variant="link" className={viewLook}>
      <Link to="/invoices/$id" params={{ id }} aria-label={`View invoice ${number} of ${clientName}`}>
        View
      </Link>
    </Button>
  )
}
