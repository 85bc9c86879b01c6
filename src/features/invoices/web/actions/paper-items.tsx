import { Link } from '@tanstack/react-router'
import { Download, Eye, Printer } from 'lucide-react'
import { MenuItem } from '../../../../web/ui/menu.tsx'

interface PaperItemsProps {
  /** The client's page. */
  to: '/invoices/$id/view' | '/estimates/$id/view'
  id: string
  pdfUrl: string
}

/** Items of the menu of an invoice or an estimate that show it as the client gets it. */
export function PaperItems({ to, id, pdfUrl }: PaperItemsProps) {
  return (
    <>
      <MenuItem asChild>
        <a href={pdfUrl} download>
          <Download aria-hidden />
          Download PDF
        </a>
      </MenuItem>
      <MenuItem asChild>
        <Link to={to} params={{ id }} search={{ print: '1' }} target="_blank" preload={false}>
          <Printer aria-hidden />
          Print
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link to={to} params={{ id }} target="_blank" preload={false}>
          <Eye aria-hidden />
          View as client
        </Link>
      </MenuItem>
    </>
  )
}
