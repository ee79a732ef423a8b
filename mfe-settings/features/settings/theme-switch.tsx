import { Segmented } from '@portal/shared/ui/segmented'
import { type Theme, useTheme } from '@portal/shared/ui/theme'

const themes: { value: Theme; label: string }[] = [
  { value: 'system', label: 'Системная' },
  { value: 'light', label: 'Светлая' },
  { value: 'dark', label: 'Тёмная' },
]

export function ThemeSwitch() {
  const [theme, setTheme] = useTheme()
  return <Segmented label="Тема" value={theme} onChange={setTheme} options={themes} />
}
