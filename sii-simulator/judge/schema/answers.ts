// A fixed value, as a pattern.
const declaration =
  'El acuse de recibo que se declara en este acto, de acuerdo a lo dispuesto en la letra b\\) del Art\\. 4, y la letra ' +
  'c\\) del Art\\. 5 de la Ley 19\\.983, acredita que la entrega de mercaderias o servicio\\(s\\) prestado\\(s\\) ' +
  'ha\\(n\\) sido recibido\\(s\\)\\.'

/** RespuestaEnvioDTE_v10 [S5]. */
export const respuestaDte = `
RespuestaDTE @version=decimal:1.0
  Resultado @ID:id
    Caratula @version=decimal:1.0
      RutResponde RUTType
      RutRecibe RUTType
      IdRespuesta positive 10d
      NroDetalles positive 4d
      NmbContacto? string ..40
      FonoContacto? FonoType
      MailContacto? MailType
      TmstFirmaResp dateTime
    RecepcionEnvio*1000000
      NmbEnvio string ..80
      FchRecep dateTime
      CodEnvio positive 10d
      EnvioDTEID string ..80
      Digest? base64
      RutEmisor? RUTType
      RutReceptor? RUTType
      EstadoRecepEnv nonNegative 2d (0|1|2|3|90|91|99)
      RecepEnvGlosa string ..256
      NroDTE? positive 4d
      RecepcionDTE*1000000
        TipoDTE DTEType
        Folio FolioType
        FchEmis date
        RUTEmisor RUTType
        RUTRecep RUTType
        MntTotal MontoType
        EstadoRecepDTE nonNegative 2d (0|1|2|3|4|99)
        RecepDTEGlosa string ..256
    ResultadoDTE*1000000
      TipoDTE DTEType
      Folio FolioType
      FchEmis date
      RUTEmisor RUTType
      RUTRecep RUTType
      MntTotal MontoType
      CodEnvio positive 10d
      EstadoDTE nonNegative 2d (0|1|2)
      EstadoDTEGlosa string ..256
      CodRchDsc? integer 3d [,-1]
  <Signature>
`

/** EnvioRecibos_v10 with Recibos_v10 [S5]. */
export const envioRecibos = `
EnvioRecibos @version=decimal:1.0
  SetRecibos @ID:id
    Caratula @version=decimal:1.0
      RutResponde RUTType
      RutRecibe RUTType
      NmbContacto? string ..40
      FonoContacto? FonoType
      MailContacto? MailType
      TmstFirmaEnv dateTime
    Recibo+1000000 @version=decimal:1.0
      DocumentoRecibo @ID:id
        TipoDoc DTEType
        Folio FolioType
        FchEmis date
        RUTEmisor RUTType
        RUTRecep RUTType
        MntTotal MontoType
        Recinto string ..80
        RutFirma RUTType
        Declaracion string /${declaration}/
        TmstFirmaRecibo dateTime
      <Signature>
  <Signature>
`
