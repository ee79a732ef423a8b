import { Segmented } from '@portal/shared/ui/segmented'
import { useTheme } from '@portal/shared/ui/theme'
import type { Stories } from '../../gallery/stories.ts'

function Switch() {
  const [theme, setTheme] = useTheme()
  return (
    <Segmented
      label="Тема"
      value={theme}
      onChange={setTheme}
      options={[
        { value: 'light', label: 'Светлая' },
        { value: 'dark', label: 'Тёмная' },
        { value: 'system', label: 'Системная' },
      ]}
    />
  )
}

const sample = { padding: 'var(--space-3) var(--space-4)', borderRadius: 'var(--radius-small)' }

/** A text colour on a surface that it may lie on. */
function Pair({ text, on }: { text: string; on: string }) {
  return (
    <li style={{ ...sample, color: `var(--${text})`, background: `var(--${on})` }}>
      {text} on {on}
    </li>
  )
}

export const stories: Stories = {
  Switch: <Switch />,
  Surfaces: (
    <ul style={{ display: 'grid', gap: 'var(--space-1)' }}>
      {['background', 'surface', 'surface-sunken', 'surface-raised'].map((on) => (
        <Pair key={on} text="text" on={on} />
      ))}
      {['background', 'surface', 'surface-sunken', 'surface-raised'].map((on) => (
        <Pair key={on} text="text-muted" on={on} />
      ))}
    </ul>
  ),
  Accents: (
    <ul style={{ display: 'grid', gap: 'var(--space-1)' }}>
      <Pair text="accent" on="surface" />
      <Pair text="accent" on="accent-soft" />
      <Pair text="on-accent" on="accent" />
      <Pair text="on-accent" on="accent-hover" />
      <Pair text="positive" on="surface" />
      <Pair text="negative" on="surface" />
      <Pair text="negative" on="negative-soft" />
      <Pair text="on-danger" on="danger" />
      <Pair text="on-danger" on="danger-hover" />
      <Pair text="progress" on="progress-soft" />
    </ul>
  ),
  'Text sizes': (
    <ul>
      {['xs', 's', 'm', 'l', 'xl', 'xxl', 'hero'].map((size) => (
        <li key={size} style={{ fontSize: `var(--text-${size})` }}>
          1 234 ₽ {size}
        </li>
      ))}
    </ul>
  ),
}
