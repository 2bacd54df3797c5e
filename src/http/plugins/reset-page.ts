import fp from 'fastify-plugin'
import { pageStyle, servePasswordPage } from '../password-page.ts'

// Relative, so that it works below a path of PUBLIC_URL too.
// The token stands behind the # of the address, which browsers send to no server; it leaves the address at once.
const script = `
const parts = new URLSearchParams(location.hash.slice(1))
history.replaceState(null, '', location.pathname)
const form = document.querySelector('form')
const message = document.querySelector('[role=status]')
const say = (text) => { message.textContent = text }
if (!parts.get('token')) {
  form.hidden = true
  say('Abra el enlace completo que recibió por correo.')
}
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const [password, repeated] = [form.password.value, form.repeated.value]
  if (password !== repeated) return say('Las dos contraseñas no son iguales.')
  try {
    const answer = await fetch('api/Auth/ChangePasswordForUsingToken', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'accept-language': 'es' },
      body: JSON.stringify({ email: parts.get('email'), token: parts.get('token'), password })
    })
    const { success, errors } = await answer.json()
    if (!success) return say(errors.join(' '))
    form.hidden = true
    say('Su contraseña cambió. Inicie sesión con la nueva.')
  } catch {
    say('No hay conexión con el servidor. Reintente.')
  }
})
`

const page = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contraseña nueva</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>Elija una contraseña nueva</h1>
<form>
<label for="password">Contraseña nueva, de 12 caracteres o más</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="128" required>
<label for="repeated">La misma otra vez</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
<button>Cambiar la contraseña</button>
</form>
<p role="status"></p>
</main>
<script>${script}</script>
</body>
</html>
`

/** The page that the mail of ForgotPassword leads to: it asks for the new password and sends it with the token. */
export const resetPage = fp(async (app) => {
  servePasswordPage(app, '/reset-password', { html: page, script })
}, { name: 'reset-page' })
