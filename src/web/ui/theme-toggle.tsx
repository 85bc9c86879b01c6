import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Menu, MenuRadioGroup, MenuRadioItem } from './menu.tsx'
import { type Theme, getTheme, setTheme, subscribeToTheme } from './theme.ts'

const themes: ReadonlyArray<{ value: Theme; label: string; icon: typeof Sun }> = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
]

export function ThemeToggle({ defaultOpen = false }: { defaultOpen?: boolean }) {
  const theme = useSyncExternalStore<Theme>(subscribeToTheme, getTheme, () => 'system')
  return (
    <Menu
      defaultOpen={defaultOpen}
      trigger={
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </Button>
      }
    >
      <MenuRadioGroup
        value={theme}
        onValueChange={(value) => {
          const chosen = themes.find((each) => each.value === value)
          if (chosen) setTheme(chosen.value)
        }}
      >
        {themes.map(({ value, label, icon }) => (
          <MenuRadioItem key={value} value={value} icon={icon}>
            {label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  )
}
