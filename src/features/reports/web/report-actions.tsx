import { Download, Printer } from 'lucide-react'
import { Button } from '../../../web/ui/button.tsx'
import { Menu, MenuItem } from '../../../web/ui/menu.tsx'
import type { ReportName } from '../rules.ts'
import { fileFormats, reportFileUrl } from './report-api.ts'
import type { ReportUrlState } from './report-url-state.ts'

interface ReportActionsProps {
  name: ReportName
  query: ReportUrlState
}

/** The report as a file, and on paper. */
export function ReportActions({ name, query }: ReportActionsProps) {
  const formats = Object.keys(fileFormats) as (keyof typeof fileFormats)[]
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden />
        Print
      </Button>
      <Menu
        trigger={
          <Button>
            <Download aria-hidden />
            Export
          </Button>
        }
      >
        {formats.map((format) => (
          <MenuItem key={format} asChild>
            <a href={reportFileUrl(name, query, format)} download>
              <Download aria-hidden />
              {fileFormats[format]}
            </a>
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
