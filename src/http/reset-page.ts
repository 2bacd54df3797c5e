import fp from 'fastify-plugin'
import { servePasswordPage } from './password-page.ts'

const style = 'body{margin:0;padding:24px;background:#f5f5f4;color:#1c1917;font:16px/1.5 system-ui,sans-serif}' +
  'main{max-width:400px;margin:0 auto;padding:32px;background:#fff;border-radius:8px}h1{margin:0 0 16px;font-size:20px}' +
  'label{display:block;margin:0 0 4px}input{box-sizing:border-box;width:100%;margin:0 0 16px;padding:10px;border:1px solid #78716c;border-radius:6px;font:inherit}' +
  'button{padding:12px 20px;border:0;border-radius:6px;background:#1d4ed8;color:#fff;font:inherit;cursor:pointer}p{margin:16px 0 0}'

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
<style>${style}</style>
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
  servePasswordPage(app, '/reset-password', { html: page, style, script })
}, { name: 'reset-page' })
