const es = {
  tagline: 'Facturación electrónica para Chile, en su propio servidor.',
  promise: 'Cada documento, correcto hasta el peso y hasta el byte.',
  title: 'Inicie sesión',
  email: 'Correo',
  password: 'Contraseña',
  submit: 'Entrar',
  forgotten: '¿Olvidó su contraseña?',
  register: 'Registre su empresa',
  company: 'Empresa',
  chooseCompany: 'Su correo pertenece a varias empresas. Elija en cuál entrar.',
  wait: (seconds: string) => `Puede volver a intentarlo en ${seconds}.`,
  back: 'Volver a iniciar sesión',
  forgot: {
    title: 'Recupere su contraseña',
    text: 'Escriba su correo. Si tiene una cuenta, le enviaremos un enlace para elegir otra contraseña.',
    submit: 'Enviar el enlace',
    sent: 'Revise su correo',
    sentText: (email: string) => `Si ${email} tiene una cuenta, el enlace llega en unos minutos. Mire también la carpeta de correo no deseado.`,
    noMail: 'Este servidor no envía correos. Pida una contraseña nueva a su administrador.'
  },
  mailLink: {
    cut: 'El enlace está incompleto. Abra el que recibió por correo, entero.',
    again: 'Pida otro enlace',
    done: 'Listo. Para entrar falta un dato.',
    password: {
      title: 'Elija su contraseña',
      text: (_company?: string) => 'Reemplaza a la anterior y cierra las sesiones que estén abiertas. Después entra con ella.',
      note: 'Doce caracteres o más; una frase de varias palabras es fácil de recordar.',
      submit: 'Guardar y entrar',
      autoComplete: 'new-password'
    },
    invitation: {
      title: 'Acepte la invitación',
      text: (company?: string) => `Le invitaron a ${company ?? 'una empresa'} en Timbre. Si es su primera vez, elija una contraseña; si ya usa Timbre con este correo, escriba la que tiene.`,
      note: 'La primera vez, doce caracteres o más.',
      submit: 'Aceptar y entrar',
      autoComplete: 'current-password'
    },
    confirmation: {
      title: 'Confirme el registro',
      text: (_company?: string) => 'Su empresa se crea al confirmar, y usted entra en ella.',
      note: 'La que eligió al registrarse o, si ya tenía una cuenta, la de siempre.',
      submit: 'Confirmar y entrar',
      autoComplete: 'current-password'
    }
  },
  registration: {
    title: 'Registre su empresa',
    text: 'Se crea la empresa y usted queda como su administrador.',
    fullName: 'Su nombre',
    businessName: 'Razón social',
    taxNumber: 'RUT de la empresa',
    taxNumberNote: 'Por ejemplo, 76.543.210-3',
    wrongRut: 'Este RUT no es válido: revise los números y el dígito verificador.',
    passwordNote: 'Doce caracteres o más; una frase de varias palabras es fácil de recordar.',
    submit: 'Registrar la empresa',
    proof: 'Confirme su correo',
    proofText: (email: string) => `Enviamos un enlace a ${email}. La empresa se crea cuando usted lo abre y confirma.`,
    missing: {
      companyTitle: 'Escriba la razón social.', taxNumber: 'Escriba el RUT de la empresa.', fullName: 'Escriba su nombre.', email: 'Escriba su correo.',
      password: 'Elija una contraseña.'
    }
  }
}

const en: typeof es = {
  tagline: 'Electronic invoicing for Chile, on a server of your own.',
  promise: 'Every document, exact to the peso and to the byte.',
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgot your password?',
  register: 'Register your company',
  company: 'Company',
  chooseCompany: 'Your email belongs to several companies. Choose the one to sign in to.',
  wait: (seconds) => `You can try again in ${seconds}.`,
  back: 'Back to sign-in',
  forgot: {
    title: 'Reset your password',
    text: 'Enter your email. If it has an account, we will send you a link to choose another password.',
    submit: 'Send the link',
    sent: 'Check your mailbox',
    sentText: (email) => `If ${email} has an account, the link arrives within minutes. Check the spam folder, too.`,
    noMail: 'This server sends no email. Ask your administrator for a new password.'
  },
  mailLink: {
    cut: 'The link is incomplete. Open the complete link in the mail.',
    again: 'Ask for another link',
    done: 'Done. One step is left to sign in.',
    password: {
      title: 'Choose your password',
      text: () => 'It replaces the previous one, ends open sessions and signs you in.',
      note: 'Twelve characters or more; a phrase of several words is easy to remember.',
      submit: 'Save and sign in',
      autoComplete: 'new-password'
    },
    invitation: {
      title: 'Accept the invitation',
      text: (company) => `You were invited to ${company ?? 'a company'} in Timbre. Choose a password if you are new; if you already use Timbre with this email, enter your password.`,
      note: 'A new password needs twelve characters or more.',
      submit: 'Accept and sign in',
      autoComplete: 'current-password'
    },
    confirmation: {
      title: 'Confirm the registration',
      text: () => 'Confirming creates your company and signs you in.',
      note: 'The password that you chose at registration or, if you had an account, its password.',
      submit: 'Confirm and sign in',
      autoComplete: 'current-password'
    }
  },
  registration: {
    title: 'Register your company',
    text: 'This creates the company, with you as its administrator.',
    fullName: 'Your name',
    businessName: 'Registered name',
    taxNumber: 'RUT of the company',
    taxNumberNote: 'For example, 76.543.210-3',
    wrongRut: 'This RUT is not valid: check the number and the check digit.',
    passwordNote: 'Twelve characters or more; a phrase of several words is easy to remember.',
    submit: 'Register the company',
    proof: 'Confirm your email',
    proofText: (email) => `We sent a link to ${email}. The company is created when you open it and confirm.`,
    missing: {
      companyTitle: 'Enter the registered name.', taxNumber: 'Enter the RUT of the company.', fullName: 'Enter your name.', email: 'Enter your email.',
      password: 'Choose a password.'
    }
  }
}

export const words = { es, en }
