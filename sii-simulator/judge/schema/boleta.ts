import { stamp } from './stamp.ts'

/** [S5, BOLETADefType/Documento]: types 39 and 41. */
export const boleta = `
Documento @ID:id
  Encabezado
    IdDoc
      TipoDTE positive (39|41)
      Folio FolioType
      FchEmis date
      IndServicio positive (1|2|3|4)
      IndMntNeto? integer (2)
      PeriodoDesde? date
      PeriodoHasta? date
      FchVenc? date
      MedioPago? positive (1|2|3|4|5)
    Emisor
      RUTEmisor RUTType
      RznSocEmisor? string ..100
      GiroEmisor? string ..80
      CdgSIISucur? positive 9d
      DirOrigen? string ..70
      CmnaOrigen? string ..20
      CiudadOrigen? string ..20
    Receptor
      RUTRecep RUTType
      CdgIntRecep? string ..20
      RznSocRecep? string ..100
      Contacto? string ..80
      CorreoRecep? MailType
      TelefonoRecep? string ..20
      DirRecep? string ..70
      CmnaRecep? string ..20
      CiudadRecep? string ..20
      DirPostal? string ..70
      CmnaPostal? string ..20
      CiudadPostal? string ..20
    RUTProvSW? RUTType
    Totales
      MntNeto? MontoType
      MntExe? MontoType
      IVA? MontoType
      MntTotal MontoType
      MontoNF? ValorType
      TotalPeriodo? ValorType
      SaldoAnterior? ValorType
      VlrPagar? ValorType
  Detalle*1000
    NroLinDet positive [1,1000]
    CdgItem*5
      TpoCodigo string ..10
      VlrCodigo string ..35
    IndExe? positive (1|2|6)
    ItemEspectaculo? positive 2d [,2] (01|02)
    RUTMandante? RUTType
    NmbItem string ..80
    InfoTicket?
      FolioTicket positive 6d
      FchGenera dateTime [2010-03-10T00:00:00,2050-12-31T23:59:59]
      NmbEvento string ..80
      TpoTicket string ..10
      CdgEvento string ..5
      FchEvento dateTime [2010-03-10T00:00:00,2050-12-31T23:59:59]
      LugarEvento string ..80
      UbicEvento string ..20
      FilaUbicEvento? string ..3
      AsntoUbicEvento? string ..3
    DscItem? string ..1000
    QtyItem? Dec12_6Type
    UnmdItem? string ..4
    PrcItem? Dec12_6Type
    DescuentoPct? decimal 5d.2 [0.00,100.00]
    DescuentoMonto? nonNegative 18d
    RecargoPct? decimal 5d.2 [0.00,100.00]
    RecargoMonto? nonNegative 18d
    MontoItem MontoType
  SubTotInfo*20
    NroSTI positive [1,20]
    GlosaSTI? string ..80
    OrdenSTI? positive [,99]
    SubTotNetoSTI? Dec16_2Type
    SubTotIVASTI? Dec16_2Type
    SubTotAdicSTI? Dec16_2Type
    SubTotExeSTI? Dec16_2Type
    ValSubtotSTI? Dec16_2Type
    LineasDeta*1000 positive [,1000]
  DscRcgGlobal*20
    NroLinDR positive [1,20]
    TpoMov string (D|R)
    GlosaDR? string ..45
    TpoValor string (%|$)
    ValorDR Dec16_2Type
    IndExeDR? positive (1|2)
  Referencia*40
    NroLinRef positive [1,40]
    TpoDocRef? string ..3
    FolioRef? string ..18
    CodRef? string ..18
    RazonRef? string ..90
    CodVndor? string ..8
    CodCaja? string ..8
  GeoRefEmision?
    LatitudEmision string ..30
    LongitudEmision string ..30
    SistemaReferencia positive [,9]
${stamp({ type: 'positive (39|41)', text: 'string ..40', amount: 'unsignedLong', date: 'date', dateTime: 'dateTime' })}
  TmstFirma dateTime
`
